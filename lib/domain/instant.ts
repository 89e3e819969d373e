import * as z from 'zod';

/** An instant: epoch milliseconds in code and database, ISO 8601 with zone on the wire. */
export const instant = z.codec(z.iso.datetime({ offset: true }), z.number(), {
  decode: (iso) => Date.parse(iso),
  encode: (epochMs) => new Date(epochMs).toISOString(),
});
