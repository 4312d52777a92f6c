// The route table of the tests' bundles: every page, redirect and place that the content speaks of.
export const routes = () => JSON.stringify([
    { path: "/", page: "home" },
    { path: "/services", redirect: "/" },
    { path: "/services/:service", page: "service", otherwise: "/" },
    { path: "/annual-maintenance-contracts", page: "contracts" },
    { path: "/contracts", redirect: "/annual-maintenance-contracts", permanent: true },
    { path: "/booking", redirect: "/", keepsPrefill: true, anchor: "contact" },
    { path: "/about", redirect: "/" }, { path: "/contact-us", page: "contact" },
    { path: "/about-us", page: "about" },
    { path: "/blogs", page: "blog-list" }, { path: "/blogs/:slug", page: "blog-post" },
    { path: "/privacy", page: "legal" }, { path: "/terms", page: "legal" },
]);
