import * as z from 'zod';

/** When an observer runs: if any condition is met. 0 and null are off; a trigger without a condition never fires. */
export const trigger = z.strictObject({
  every_n_calls: z.int().min(0).max(100_000).nullable().default(null),
  after_consecutive_errors: z.int().min(0).max(30).nullable().default(null),
  every_n_seconds: z.number().min(0).max(1e9).nullable().default(null),
  on_every_call: z.boolean().default(false),
  /** When a turn in which calls were made ends with an answer. */
  on_turn_end: z.boolean().default(false),
});
export type Trigger = z.output<typeof trigger>;

/** `default` is recommended; `reference` follows the specification to the letter, and only observers that it specifies have it. */
export const presetName = z.enum(['default', 'reference']);
export type PresetName = z.infer<typeof presetName>;

/** As a configuration names it: older files say `seed` for `reference`. */
const writtenPresetName = z.codec(
  z.enum([...presetName.options, 'seed'], {
    error: `must be ${presetName.options.map((name) => `"${name}"`).join(' or ')}`,
  }),
  presetName,
  { decode: (name) => (name === 'seed' ? 'reference' : name), encode: (name) => name },
);

/** Path of the assessment file, inside the agent's folder. */
export const defaultOutputPath = '.wink/trajectory/assessment.md';

/**
 * Names that begin with a dot belong to agents, editors and tools, which read instructions and settings there: any such name but our own
 * folder is refused, and so are the short names of Windows (`CLAUDE~1`). File systems that ignore invisible characters are considered.
 */
const isHiddenName = (name: string): boolean => /^\.(?!\.?$)|~\d/u.test(name.replaceAll(/\p{DI}/gu, '')) && name !== '.wink';

/** How names of instruction files begin, in any case: those of one agent, and common words, which other words may begin with. */
const instructionStem =
  /^(?:(?:claude|agents|gemini|iflow|qwen|codebuddy|codex|copilot|cursor|windsurf|cline|kilocode|opencode|goose|augment|junie|openhands|amazonq)|(?:agent|amp|conventions|contributing|crush|droid|factory|instructions|kiro|memory|pi|readme|replit|roo|rules?|project_rules|skills?|trae|user_rules|warp)(?!\p{L}))/iu;

const isInstructionName = (name: string): boolean => instructionStem.test(name.replaceAll(/\p{DI}/gu, ''));

const toNames = (path: string): string[] => path.split(/[/\\]/u);

/** Whether agents may read what is at a path as instructions. */
export const isInstructionPath = (path: string): boolean =>
  toNames(path).some(isHiddenName) || isInstructionName(toNames(path).at(-1) ?? '');

/** Requires a subfolder and .md, so that the name cannot be another file of the user. */
const outputPath = z
  .string()
  .max(400)
  .regex(/^(?![~/\\])(?![A-Za-z]:)(?!(?:.*[/\\])?\.\.(?:[/\\]|$))[^\p{Cc}]*[^\p{Cc}/\\][/\\][^\p{Cc}/\\]*\.md$/u, {
    error: "must be a Markdown file (.md) in a folder below the agent's folder, such as .wink/trajectory/assessment.md",
  })
  .refine((path) => !toNames(path).some(isHiddenName), {
    error: `must not be in a folder whose name begins with a dot, except .wink: agents read instructions in such folders. Use a path such as ${defaultOutputPath}`,
  })
  .refine((path) => !isInstructionName(toNames(path).at(-1) ?? ''), {
    error:
      'must not have the name of a file that agents read as instructions, such as CLAUDE.md or AGENTS_extra.md. Use a name such as assessment.md',
  });

/** A configured observer; omitted fields come from its preset. */
export const observerEntry = z.strictObject({
  /** Id of its definition: `stall`. */
  observer: z.string().min(1),
  preset: writtenPresetName.default('default'),
  enabled: z.boolean().default(true),
  trigger: trigger.optional(),
  parameters: z.record(z.string(), z.unknown()).default({}),
  output_path: outputPath.default(defaultOutputPath),
});
export type ObserverEntry = z.output<typeof observerEntry>;

/** Observers part of the configuration file, with its key names. Observers are unique. */
export const observersConfig = z.strictObject({
  observers: z.array(observerEntry).max(50),
  feedback: z
    .strictObject({
      /** Whether `output_path` is written for live sessions. */
      write_file: z.boolean().default(true),
      /** A finding that is still active is repeated after this many calls; 0: never. */
      still_after_calls: z.int().min(0).max(10_000).default(25),
    })
    .default({ write_file: true, still_after_calls: 25 }),
});
export type ObserversConfig = z.output<typeof observersConfig>;
