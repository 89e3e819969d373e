export type PickedFile = { path: string; file: File };

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

const walk = async (entry: FileSystemEntry, found: PickedFile[]): Promise<void> => {
  if (isFile(entry)) {
    found.push({ path: entry.fullPath.replace(/^\//, ''), file: await openFile(entry) });
  } else if (isFolder(entry)) {
    const reader = entry.createReader();
    // A reader answers at most a hundred entries at a time, and none at the end.
    for (let batch = await readBatch(reader); batch.length > 0; batch = await readBatch(reader)) {
      for (const child of batch) await walk(child, found);
    }
  }
};

/** All files of a drop, folders walked, with paths from the dropped thing on. Must be called inside the drop event. */
export const readDroppedFiles = async (data: DataTransfer): Promise<PickedFile[]> => {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const found: PickedFile[] = [];
  for (const entry of entries) await walk(entry, found);
  return found;
};

/** All files of a file field, with their paths inside the chosen folder. */
export const readPickedFiles = (files: FileList): PickedFile[] =>
  [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
