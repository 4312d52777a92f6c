// Pages that the site links to and that are still to be built: they answer 404 for now.
// The list only shrinks: a test fails as soon as one of them answers 200.
export const COMING_PAGES: readonly string[] = [];
