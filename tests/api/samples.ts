/** Reads `/metrics` as Prometheus does. */
import { expect } from 'vitest';
import type { TestServer } from '#tests/make';

export const METRICS_TOKEN = 'a-token.for_the+tests/0123456789==';
export const bearer = { authorization: `Bearer ${METRICS_TOKEN}` };

type Place = Pick<TestServer, 'url'>;

export interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

export const metricsOf = async ({ url }: Place): Promise<string> =>
  (await fetch(`${url}/metrics`, { headers: bearer })).text();

export const samplesIn = (text: string): Sample[] =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, name = '', labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/u.exec(line) ?? [];
      const pairs = [...labels.matchAll(/(\w+)="([^"]*)"/gu)].map(([, label = '', told = '']) => [
        label,
        told,
      ]);
      return { name, labels: Object.fromEntries(pairs) as Record<string, string>, value: Number(value) };
    });

/** The sample with that name and these labels, or 0. */
export async function readSample(
  from: Place,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): Promise<number> {
  const found = samplesIn(await metricsOf(from)).filter(
    (one) =>
      one.name === name && Object.entries(labels).every(([label, value]) => one.labels[label] === value),
  );
  expect(found.length).toBeLessThanOrEqual(1);
  return found[0]?.value ?? 0;
}
