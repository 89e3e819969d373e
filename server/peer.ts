import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import net, { type AddressInfo, type Socket } from 'node:net';

/**
 * Reads a table that the kernel writes anew for each reader, which takes milliseconds: connections that arrive during one reading share
 * the next.
 */
const makeTable = (file: string) => {
  let running = Promise.resolve('');
  let next: Promise<string> | null = null;
  return (): Promise<string> =>
    (next ??= running.then(() => {
      next = null;
      return (running = readFile(file, 'latin1').catch(() => ''));
    }));
};

/** Where Linux lists connections with the user of each end. */
const tables = [makeTable('/proc/net/tcp'), makeTable('/proc/net/tcp6')];

const toHex = (value: number, digits: number) => value.toString(16).toUpperCase().padStart(digits, '0');

/** A loopback address and a port as the tables print them: addresses in the byte order of the processor, which is little-endian. */
const toEndpoints = (address: string | undefined, port: number | undefined): string[] => {
  const end = `:${toHex(port ?? 0, 4)}`;
  if (address === '::1') return [`${'0'.repeat(24)}01000000${end}`];
  const bytes = address
    ?.replace(/^::ffff:/u, '')
    .split('.')
    .reverse();
  const four = bytes?.map((byte) => toHex(Number(byte), 2)).join('') ?? '';
  return [`${four}${end}`, `${'0'.repeat(16)}FFFF0000${four}${end}`];
};

/**
 * The id of the user whose socket is at `client`, connected to `server`, by a table of connections; null if it is not listed, or closed
 * there: a closed socket has no user, and is listed as root's.
 */
export const findSocketUser = (table: string, client: string, server: string): number | null => {
  const at = table.indexOf(` ${client} ${server} `);
  if (at < 0) return null;
  const [, , , , , , user, , inode] = table.slice(at, table.indexOf('\n', at)).trimStart().split(/\s+/u);
  return inode === undefined || inode === '0' ? null : Number(user);
};

const identify = async ({ remoteAddress, remotePort, localAddress, localPort }: Socket): Promise<number | null> => {
  const clients = toEndpoints(remoteAddress, remotePort);
  const servers = toEndpoints(localAddress, localPort);
  for (const readTable of tables) {
    const table = await readTable();
    for (const [index, client] of clients.entries()) {
      const user = findSocketUser(table, client, servers[index] ?? '');
      if (user !== null) return user;
    }
  }
  return null;
};

/**
 * Whether the process at the other end of a loopback connection belongs to the user of this one, or to root. False where the system does
 * not tell, see `canIdentifyPeers`.
 */
export const isOwnPeer = async (socket: Socket): Promise<boolean> => {
  const user = await identify(socket);
  return user !== null && (user === 0 || user === process.getuid?.());
};

/** Whether this system tells which user is at the other end of a connection; tried on a connection of this process to itself. */
export const canIdentifyPeers = async (): Promise<boolean> => {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const client = net.connect(port, '127.0.0.1');
  try {
    const [[socket]] = (await Promise.all([once(server, 'connection'), once(client, 'connect')])) as [[Socket], unknown[]];
    const isOwn = await isOwnPeer(socket);
    socket.destroy();
    return isOwn;
  } finally {
    client.destroy();
    server.close();
  }
};
