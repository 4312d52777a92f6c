try {
  if (sessionStorage["amwaj.banner"]) document.documentElement.dataset.banner = "off";
} catch {}
