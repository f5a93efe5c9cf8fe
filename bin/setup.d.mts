export function sourcesHash(root?: string): string;
export function dropNodeThatDoesNotRun(root?: string): void;
export function mayBeMissing(one: {
  readonly optional?: boolean;
  readonly os?: string | readonly string[];
  readonly cpu?: string | readonly string[];
  readonly libc?: readonly string[];
}): boolean;
