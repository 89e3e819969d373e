import * as z from 'zod';

export const dayMs = 86_400_000;

/** Epoch milliseconds of the years 0 to 9999, which ISO 8601 writes with four digits: others cannot be shown. */
export const instantRange = [-62_167_219_200_000, 253_402_300_799_999] as const;

/** Beginning of the day (UTC) of a time. */
export const toDayStart = (atMs: number): number => Math.floor(atMs / dayMs) * dayMs;

/** An instant: epoch milliseconds in code and database, ISO 8601 with zone on the wire. */
export const instant = z.codec(z.iso.datetime({ offset: true }), z.number(), {
  decode: (iso) => Date.parse(iso),
  encode: (epochMs) => new Date(epochMs).toISOString(),
});

type NameInCode<Name> = Name extends 'at' ? 'atMs' : Name extends `${infer Stem}At` ? `${Stem}AtMs` : Name;
type InCode<Fields> = { [Name in keyof Fields as NameInCode<Name>]: Fields[Name] };

/** An object with instants, whose keys differ on the wire: the text `startedAt` is `startedAtMs` in code. */
export const timed = <Shape extends z.ZodRawShape>(shape: Shape) => {
  const wire = z.object(shape);
  const pairs = Object.keys(shape).flatMap((name) => (name === 'at' || name.endsWith('At') ? [[name, `${name}Ms`] as const] : []));
  const namesInCode = new Map(pairs);
  const namesOnWire = new Map(pairs.map(([onWire, inCode]) => [inCode, onWire] as const));
  const rename = (fields: object, names: ReadonlyMap<string, string>): object =>
    Object.fromEntries(Object.entries(fields).map(([name, field]: [string, unknown]) => [names.get(name) ?? name, field]));
  type Wire = z.output<typeof wire>;
  // The same names as in the type.
  return z.codec(wire, z.custom<InCode<Wire>>(), {
    decode: (fields) => rename(fields, namesInCode) as InCode<Wire>,
    encode: (fields) => rename(fields, namesOnWire) as Wire,
  });
};
