export function sourcesHash(root?: string): string;
export function dropNodeThatDoesNotRun(root?: string): void;
