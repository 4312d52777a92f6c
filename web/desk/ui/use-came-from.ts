// Beside a request goes on the list that it was opened from.
import { useEffect, useState } from "react";
import type { Desk, Row } from "../../src/contract/desk.ts";
import { rememberedList, rememberList } from "../browser/came-from.ts";
import { readScreen } from "../browser/server.ts";
import { INBOX } from "./addresses.ts";

/** The screen of a request that was opened from another list than of those who wait, with that list in their place. */
export function useCameFrom(desk: Desk): Desk {
  const { screen } = desk;
  const [rows, setRows] = useState<Row[]>([]);
  const isRequest = screen.name === "request";
  const isOther = screen.name === "inbox" && (screen.show !== "waiting" || screen.search !== "");
  const isList = screen.name === "inbox";
  useEffect(() => {
    if (isList) rememberList(isOther ? location.search : "");
  }, [isList, isOther]);
  useEffect(() => {
    const query = isRequest && rememberedList();
    if (!query) return;
    readScreen(INBOX + query).then((list) => {
      if (list?.screen.name === "inbox") setRows(list.screen.rows);
    });
  }, [isRequest]);
  if (screen.name !== "request") return desk;
  const { row: current } = screen;
  const isThis = ({ reference }: Row) => reference === current.reference;
  if (!rows.some(isThis)) return desk;
  const waiting = rows.map((row) => (isThis(row) ? current : row));
  return { ...desk, screen: { ...screen, waiting } };
}
