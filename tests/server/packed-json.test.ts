import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pack, PackedAnswer, PackedJson, packUncompressed } from '#server/platform/http/packed-json';

it('parts that were compressed separately form one gzip file of the whole text', async () => {
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('', 'ä€😀', 'x'.repeat(20_000)));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(text, fc.boolean()), { maxLength: 6 }),
      fc.string(),
      async (texts, end) => {
        const parts = await Promise.all(
          texts.map(([one, isShort]) => (isShort ? Promise.resolve(packUncompressed(one)) : pack(one))),
        );
        const answer = new PackedAnswer(new PackedJson(parts), end);
        const whole = texts.map(([one]) => one).join('') + end;
        expect(answer.plain().toString()).toBe(Buffer.from(whole).toString());
        expect(gunzipSync(answer.gzip()).equals(answer.plain())).toBe(true);
        expect(answer.length).toBe(answer.plain().length);
      },
    ),
    { numRuns: 30 },
  );
});
