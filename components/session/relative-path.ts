/** A path, or a line that begins with one, without the working folder; other text as it is. */
export const toRelativePath = (text: string, cwd: string | null): string => {
  const folder = cwd?.replace(/(?<!\/)\/+$/, '');
  return folder && text.startsWith(`${folder}/`) ? text.slice(folder.length + 1) : text;
};
