export function sourcesHash(root?: string): string;
