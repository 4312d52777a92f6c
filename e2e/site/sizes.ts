// Screens on which pages are looked at.
export const NARROWEST = { width: 320, height: 640 };
export const PHONE = { width: 390, height: 844 };
export const TABLET = { width: 768, height: 1024 };
export const DESK = { width: 1280, height: 900 };
