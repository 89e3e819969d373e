/** Folders that the server watches, whichever process added them. */
export interface WatchStore {
  /** By the time they were added, then by path. */
  listWatched(): Promise<{ path: string; addedAtMs: number }[]>;
  /** A folder that is watched already stays as it is. */
  putWatched(path: string, addedAtMs: number): Promise<void>;
  deleteWatched(path: string): Promise<void>;
}
