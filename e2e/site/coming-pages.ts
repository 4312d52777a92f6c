// Pages that the site links to and that are still to be built: they answer 404 for now.
// The list only shrinks: a test fails as soon as one of them answers 200.
export const COMING_PAGES: readonly string[] = [
  "/services/ac-repair-and-maintenance-service-dubai",
  "/services/plumbing-services-in-dubai",
  "/services/electrical-services-in-dubai",
  "/services/carpentry-services-in-dubai",
  "/services/villa-renovation-company-in-dubai",
  "/services/painting-services-in-dubai",
  "/services/building-maintenance-in-dubai",
  "/annual-maintenance-contracts",
  "/contact-us",
  "/about-us",
  "/blogs",
  "/privacy",
  "/terms",
];
