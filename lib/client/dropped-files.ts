/** A file to import. Its size is asked once: the browser looks at the disk for it each time, and the page stands still meanwhile. */
export type PickedFile = { path: string; bytes: number; file: File };

const toPickedFile = (path: string, file: File): PickedFile => ({ path, bytes: file.size, file });

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
  const found: PickedFile[] = [];
  // A reader answers at most a hundred entries at a time, and none at the end.
  for (let batch = await readBatch(reader); batch.length > 0; batch = await readBatch(reader)) {
    found.push(...(await Promise.all(batch.map(walk))).flat());
  }
  return found;
};

/** All files of a drop, folders walked, with paths from the dropped thing on. Must be called inside the drop event. */
export const readDroppedFiles = async (data: DataTransfer): Promise<PickedFile[]> => {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  return (await Promise.all(entries.map(walk))).flat();
};

/** Files whose sizes are asked in a row, before the page has its turn. */
const sizesInARow = 50;

const letPageDraw = () => new Promise((resolve) => setTimeout(resolve, 0));

/** All files of a file field, with their paths inside the chosen folder. */
export const readPickedFiles = async (list: FileList): Promise<PickedFile[]> => {
  const files = [...list];
  const picked: PickedFile[] = [];
  for (const [index, file] of files.entries()) {
    if (index % sizesInARow === sizesInARow - 1) await letPageDraw();
    picked.push(toPickedFile(file.webkitRelativePath || file.name, file));
  }
  return picked;
};
