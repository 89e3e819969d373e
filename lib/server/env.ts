import * as z from 'zod';
import { AppError } from '../domain/errors.ts';

const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(4317),
  HOST: z.string().min(1).default('127.0.0.1'),
  OBSERVATORY_TOKEN: z.string().min(16, 'needs at least 16 characters').optional(),
  OBSERVATORY_DB: z.string().min(1).optional(),
});

export type Environment = { port: number; host: string; token: string | null; variables: Readonly<Record<string, string | undefined>> };

const loopback = new Set(['127.0.0.1', 'localhost', '::1']);

/** Ports that browsers refuse to open (https://fetch.spec.whatwg.org/#port-blocking). */
export const blockedPorts: ReadonlySet<number> = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110, 111, 113, 115, 117,
  119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636,
  989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

/** Reads and validates the settings; `overrides` from the command line win. The error names the invalid variable. */
export const parseEnvironment = (
  variables: Readonly<Record<string, string | undefined>>,
  overrides: { port?: string; host?: string } = {},
): Environment => {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse({ ...given, PORT: overrides.port ?? given.PORT, HOST: overrides.host ?? given.HOST });
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new AppError('invalid_input', `${issue?.path.join('.') ?? 'The environment'}: ${issue?.message ?? 'is not valid'}.`);
  }
  const { PORT: port, HOST: host, OBSERVATORY_TOKEN: token = null } = parsed.data;
  if (!loopback.has(host) && token === null) {
    throw new AppError(
      'invalid_input',
      `HOST is ${host}, which other machines can reach. Set OBSERVATORY_TOKEN (at least 16 characters), too.`,
    );
  }
  return { port, host, token, variables };
};

/** The process's own environment; the only place that reads it. */
export const processVariables = (): Readonly<Record<string, string | undefined>> => process.env;

/** Variables that Next.js reads when it loads: production mode, no telemetry. */
export const useProductionMode = (): void => {
  Object.assign(process.env, { NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1' });
};
