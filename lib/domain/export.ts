import * as z from 'zod';

/** Export format of a session: the lines that it was read from, Markdown, an ATIF trajectory, or one HTML page. */
export const exportFormat = z.enum(['original', 'markdown', 'atif', 'html']);
export type ExportFormat = z.infer<typeof exportFormat>;

/** How many places a preview lists. */
export const maxExportPlaces = 100;

/** Where secrets were replaced in an export. `excerpt`: the text around the first of them; `seq`: the record, where there is one. */
export const exportPlace = z.object({
  where: z.string(),
  seq: z.int().nullable(),
  rules: z.array(z.string()),
  excerpt: z.string(),
});
export type ExportPlace = z.infer<typeof exportPlace>;

/** Preview of an export with its secrets replaced. `places`: the first of `totalPlaces`. */
export const exportPreview = z.object({
  fileName: z.string(),
  bytes: z.int(),
  replaced: z.array(z.object({ rule: z.string(), count: z.int() })),
  totalPlaces: z.int(),
  places: z.array(exportPlace),
});
export type ExportPreview = z.infer<typeof exportPreview>;
