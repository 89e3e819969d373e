import path from 'node:path';

const system = /^\/(?:bin|boot|dev|etc|lib[^/]*|opt|private\/(?:etc|var)|proc|root|run|sbin|sys|system|usr|var)(?:\/|$)/u;
const systemOfWindows = /^\/(?:windows|winnt|program files[^/]*|programdata)(?:\/|$)/u;
/** Temporary folders of macOS, one for each user. */
const temporary = /^(?:\/private)?\/var\/folders\/./u;
/** A disk, and folders without files of their own above those of the system. */
const aboveSystem = /^(?:\/private)?$/u;
/** A drive as Windows Subsystem for Linux mounts it. */
const mountedDrive = /^\/mnt\/[a-z](?=\/|$)/u;
/** Where homes are, a home, and what is hidden in it. */
const homes = /^\/(?:home|users)(?:\/[^/]+(?:\/\..*)?)?$/u;
/** Folders that hold keys, wherever they are. */
const keys = /\/\.(?:ssh|aws|gnupg|kube|docker|azure)(?:\/|$)/u;

/**
 * Whether a folder is a disk, the system's, a home, hidden in a home, above one of these, or holds keys. Below the user's own home, what
 * is not hidden belongs to the user, also if the home lies in a system folder, as /root does. Paths are absolute, without links, and
 * compared without regard to case: many disks have none.
 */
export const isPrivateFolder = (folder: string, home: string, { parse, sep }: Pick<path.PlatformPath, 'parse' | 'sep'> = path): boolean => {
  const toPlace = (one: string) => {
    const withoutDrive = `${sep}${one.slice(parse(one).root.length)}`.split(sep).join('/').toLowerCase().replace(/\/$/u, '');
    return { isDrive: sep === '\\' || mountedDrive.test(withoutDrive), at: withoutDrive.replace(mountedDrive, '') };
  };
  const { isDrive, at } = toPlace(folder);
  const { at: own } = toPlace(home);
  const isInHome = at.startsWith(`${own}/`);
  if (aboveSystem.test(at) || `${own}/`.startsWith(`${at}/`) || homes.test(at) || keys.test(at)) return true;
  if (isInHome && at.startsWith(`${own}/.`)) return true;
  // A home of one name, such as / or /var, is that of a service.
  const isOwn = isInHome && (own === '/root' || own.lastIndexOf('/') > 0);
  return (isDrive ? systemOfWindows : system).test(at) && !isOwn && !temporary.test(at);
};
