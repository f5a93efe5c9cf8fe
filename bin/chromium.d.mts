export function findChromium(): Promise<string | null>;
export function requireChromium(say: (line: string) => void): Promise<string>;
