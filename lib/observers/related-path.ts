const folderOf = (path: string): string => path.slice(0, Math.max(path.lastIndexOf('/'), 0));

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const isBelow = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}/`);

/**
 * Whether a path is the initial path, or equal to or below its folder, by segments. The folder of a bare name is the
 * project's root, which would relate everything: such a name is compared alone.
 */
export const isRelated = (path: string, initial: string): boolean => {
  const folder = folderOf(initial);
  return path === initial || (folder !== '' && isBelow(path, folder));
};

const suffix = /[._-](?:test|tests|spec|e2e|stories|bench|fixture|d|mock)$/u;
const beginnings = /^(?:test|tests|spec|bench)[._-]/u;

/** The name of a file without its ending and without what makes a test of it. */
const stemOf = (path: string): string => {
  const name = nameOf(path).toLowerCase();
  const dot = name.lastIndexOf('.');
  let stem = dot > 0 ? name.slice(0, dot) : name;
  while (suffix.test(stem)) stem = stem.replace(suffix, '');
  return stem.replace(beginnings, '');
};

const isStem = (path: string, stem: string): boolean => path.toLowerCase().includes(stem) && stemOf(path) === stem;

const isFile = (path: string): boolean => path.lastIndexOf('.') > path.lastIndexOf('/') + 1;

/** Related as people mean it: below a folder that is named, beside a file that is named, or its test, its story, its page in the docs. */
export const isNear = (path: string, initial: string): boolean => {
  if (!isFile(initial)) return isBelow(path, initial) || nameOf(path) === initial || `/${path}`.includes(`/${initial}/`);
  return isRelated(path, initial) || `/${path}`.endsWith(`/${initial}`) || isStem(path, stemOf(initial));
};

/** Whether a prompt names a path to follow rather than to change: a plan, a specification. */
export const isDocument = (path: string): boolean => /\.(?:md|mdx|txt|rst|adoc|pdf|log|csv)$/iu.test(path);
