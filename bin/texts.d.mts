type Areas = Readonly<Record<string, Readonly<Record<string, string | Readonly<Record<string, string>>>>>>;

export function poOf(
  english: Areas,
  other: Areas | undefined,
  language: string,
  places?: ReadonlyMap<string, readonly string[]>,
): Uint8Array;
export function textsOf(english: Areas, po: Uint8Array | string, language: string): Areas;
export function sourceOf(area: string, texts: Areas[string]): string;
