// A change in words: its author, and the place where the two texts differ.
import type { SiteChange } from "../../../src/contract/desk.ts";
import { firstName } from "../../ui/first-name.ts";
import { difference } from "./difference.ts";

export const whoWords = ({ mine, by }: SiteChange) =>
  mine ? "you" : by ? firstName(by) : "in the file on the server";

export function ChangeWords({ change }: { change: SiteChange }) {
  const { before, was, is, after } = difference(change.was, change.is);
  return (
    <>
      {before}
      {was && (
        <>
          <span className="sr">not </span>
          <del>{was}</del>{" "}
        </>
      )}
      {is && (
        <>
          <span className="sr">but </span>
          <ins>{is}</ins>{" "}
        </>
      )}
      {after}
    </>
  );
}
