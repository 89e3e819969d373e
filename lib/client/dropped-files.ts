/** A file to import. Its size is asked once: the browser looks at the disk for it each time, and the page stands still meanwhile. */
export type PickedFile = { path: string; bytes: number; file: File };

const toPickedFile = (path: string, file: File): PickedFile => ({ path, bytes: file.size, file });

/** As people number files: 2 before 10. */
const { compare } = new Intl.Collator('en', { numeric: true });

const readBatch = (reader: FileSystemDirectoryReader): Promise<FileSystemEntry[]> =>
  new Promise((resolve, reject) => {
    reader.readEntries(resolve, reject);
  });

const openFile = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => {
    entry.file(resolve, reject);
  });

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

const walk = async (entry: FileSystemEntry): Promise<PickedFile[]> => {
  if (isFile(entry)) return [toPickedFile(entry.fullPath.replace(/^\//, ''), await openFile(entry))];
  if (!isFolder(entry)) return [];
  const reader = entry.createReader();
  const entries: FileSystemEntry[] = [];
  // A reader answers at most a hundred entries at a time, and none at the end.
  for (let batch = await readBatch(reader); batch.length > 0; batch = await readBatch(reader)) entries.push(...batch);
  entries.sort((a, b) => compare(a.name, b.name));
  return (await Promise.all(entries.map(walk))).flat();
};

/** All files of a drop, folders walked in the order of names, with paths from the dropped thing on. Must be called inside the drop event. */
export const readDroppedFiles = async (data: DataTransfer): Promise<PickedFile[]> => {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  return (await Promise.all(entries.map(walk))).flat();
};

/** Files whose sizes are asked in a row, before the page has its turn. */
const sizesInARow = 50;

const letPageDraw = () => new Promise((resolve) => setTimeout(resolve, 0));

/** All files of a file field, with their paths inside the chosen folder, which the browser lists in no order. */
export const readPickedFiles = async (list: Iterable<File>): Promise<PickedFile[]> => {
  const files = [...list].sort((a, b) => compare(a.webkitRelativePath, b.webkitRelativePath));
  const picked: PickedFile[] = [];
  for (const [index, file] of files.entries()) {
    if (index % sizesInARow === sizesInARow - 1) await letPageDraw();
    picked.push(toPickedFile(file.webkitRelativePath || file.name, file));
  }
  return picked;
};
