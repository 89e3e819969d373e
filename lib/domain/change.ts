import * as z from 'zod';

export const changeTopic = z.enum(['session', 'assessment', 'observation', 'import', 'watch', 'observers']);
export type ChangeTopic = z.infer<typeof changeTopic>;

/**
 * Something that was written. `cursor` is its place in the log, opaque and on one line. `subjectId` is a session (of an assessment and
 * of an observation too; '' for one without), an import or a watched folder; of `observers` it is empty.
 */
export const change = z.object({ cursor: z.string(), topic: changeTopic, subjectId: z.string() });
export type Change = z.infer<typeof change>;
