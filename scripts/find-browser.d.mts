/** A Chromium that starts, found or installed; null when there is none. */
export function provideBrowser(): Promise<string | null>;
