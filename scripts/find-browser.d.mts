/** A Chromium that starts, found or installed; null when there is none. */
export function provideBrowser(): Promise<string | null>;

/** What any Chromium is started with. */
export const browserArguments: string[];
