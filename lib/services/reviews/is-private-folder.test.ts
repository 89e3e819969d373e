import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fuzz } from '../../../e2e/fuzz.ts';
import { isPrivateFolder } from './is-private-folder.ts';

const system =
  '/bin /boot /dev /etc /lib /lib32 /lib64 /libexec /opt /proc /root /run /sbin /sys /usr /var /System /Library /private/etc /private/var';

it.each(system.split(' '))('%s, what is below it and what is above it are private', (folder) => {
  for (const home of ['/home/me', '/Users/me', '/']) {
    const below = fc.array(
      fc.stringMatching(/^[\w.-]{1,8}$/u).filter((name) => !/^\.+$/u.test(name)),
      { maxLength: 4 },
    );
    fc.assert(
      fc.property(below, fc.boolean(), (names, isUpper) => {
        const place = path.posix.join(folder, ...names);
        expect(isPrivateFolder(isUpper ? place.toUpperCase() : place, home, path.posix)).toBe(
          !/^(?:\/private)?\/var\/folders\/./iu.test(place),
        );
      }),
      fuzz(50),
    );
    for (let above = path.posix.dirname(folder); ; above = path.posix.dirname(above)) {
      expect(isPrivateFolder(above, home, path.posix)).toBe(true);
      if (above === '/') break;
    }
  }
});

it.each<[folder: string, home: string, isPrivate: boolean]>([
  ['/usr/local/src', '/home/me', true],
  ['/var/www', '/home/me', true],
  ['/var/lib/dpkg', '/home/me', true],
  ['/home', '/home/me', true],
  ['/home/me', '/home/me', true],
  ['/home/me/.config/x', '/home/me', true],
  ['/home/me/src/.ssh', '/home/me', true],
  ['/home/me/src', '/home/me', false],
  ['/home/me/src/.hidden', '/home/me', false],
  ['/home/you', '/home/me', true],
  ['/home/you/.config', '/home/me', true],
  ['/home/you/src', '/home/me', false],
  ['/homes/me', '/home/me', false],
  ['/variable', '/home/me', false],
  ['/srv/site', '/home/me', false],
  ['/tmp', '/home/me', false],
  ['/tmp/x', '/home/me', false],
  ['/mnt/data', '/home/me', false],
  // A home in a folder of the system is the user's all the same.
  ['/root', '/root', true],
  ['/root/.ssh', '/root', true],
  ['/root/.config', '/root', true],
  ['/root/src', '/root', false],
  ['/root/src', '/home/me', true],
  ['/rooted', '/root', false],
  ['/var', '/var/lib/jenkins', true],
  ['/var/lib', '/var/lib/jenkins', true],
  ['/var/lib/jenkins', '/var/lib/jenkins', true],
  ['/var/lib/jenkins/src', '/var/lib/jenkins', false],
  ['/var/lib/dpkg', '/var/lib/jenkins', true],
  ['/var/lib/dpkg', '/var', true],
  ['/usr/home/me/src', '/usr/home/me', false],
  ['/data/me', '/data/me', true],
  ['/data', '/data/me', true],
  ['/data/me/src', '/data/me', false],
  // macOS
  ['/private', '/Users/me', true],
  ['/private/var/db', '/Users/me', true],
  ['/private/var/folders', '/Users/me', true],
  ['/private/var/folders/xy/T/run', '/Users/me', false],
  ['/private/tmp/run', '/Users/me', false],
  ['/Users/you', '/Users/me', true],
  ['/Users/me/src', '/Users/me', false],
  ['/users/ME/.config', '/Users/me', true],
  // Windows Subsystem for Linux
  ['/mnt/c', '/home/me', true],
  ['/mnt/c/Windows/System32', '/home/me', true],
  ['/mnt/c/Users', '/home/me', true],
  ['/mnt/c/Users/me', '/home/me', true],
  ['/mnt/c/Users/me/src', '/home/me', false],
  ['/mnt/c/dev', '/home/me', false],
])('%s with the home %s: %s', (folder, home, isPrivate) => {
  expect(isPrivateFolder(folder, home, path.posix)).toBe(isPrivate);
});

it.each<[folder: string, isPrivate: boolean]>([
  ['C:\\', true],
  ['d:\\', true],
  ['c:\\windows', true],
  ['C:\\Windows\\System32', true],
  ['C:\\Program Files (x86)\\x', true],
  ['C:\\ProgramData', true],
  ['C:\\Users', true],
  ['c:\\users\\ME', true],
  ['C:\\Users\\you', true],
  ['C:\\Users\\me\\.config', true],
  ['C:\\Users\\me\\src\\.aws', true],
  ['C:\\Users\\me\\src', false],
  ['C:\\dev\\project', false],
  ['D:\\Windows-app', false],
  ['\\\\server\\share\\', true],
  ['\\\\server\\share\\src', false],
  ['\\\\?\\C:\\Windows', true],
])('%s on Windows: %s', (folder, isPrivate) => {
  expect(isPrivateFolder(folder, 'C:\\Users\\me', path.win32)).toBe(isPrivate);
});
