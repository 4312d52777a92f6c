type PageLoad = PerformanceNavigationTiming & { deliveryType?: string };

/** How this page was loaded; nothing where a privacy setting takes the measurements away. */
export function pageLoad(): PageLoad | undefined {
  try {
    return performance.getEntriesByType("navigation")[0] as PageLoad;
  } catch {}
}
