/** The project of a session: the name of its folder. */
export const toProject = (cwd: string | null): string | null => cwd?.split(/[/\\]/u).findLast((segment) => segment !== '') ?? null;
