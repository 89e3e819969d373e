import { expect, it } from 'vitest';
import { findBreadth } from './preview-folder.ts';

it.each([
  ['/', 'whole disk'],
  ['/home', 'home folders'],
  ['/home/me', 'whole home folder'],
  ['/home/you', 'another user'],
  ['/etc', 'system'],
  ['/var/log', 'system'],
  ['/var/lib', 'system'],
  ['/var/lib/docker', 'system'],
  ['/mnt', 'system'],
  ['/mnt/c', 'whole disk'],
  ['/mnt/c/Users', 'system'],
  ['/mnt/c/Users/me', 'another user'],
  ['/mnt/c/Users/me/.codex/sessions', null],
  ['/mnt/data/agents', null],
  ['/Volumes/X', 'whole disk'],
  ['/Volumes/X/agents', null],
  ['/media', 'system'],
  ['/media/usb', 'whole disk'],
  ['/media/u/disk', 'whole disk'],
  ['/media/u/disk/agents', null],
  ['/run/media/u', 'whole disk'],
  ['/run/media/u/disk', 'whole disk'],
  ['/run/media/u/disk/agents', null],
  ['/home/me/.claude/projects', null],
  ['/srv/agents', null],
  ['/tmp/run', null],
])('%s is broad: %s', (folder, why) => {
  const found = findBreadth(folder, '/home/me');
  if (why === null) expect(found).toBeNull();
  else expect(found).toContain(why);
});
