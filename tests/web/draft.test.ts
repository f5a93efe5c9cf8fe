import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it } from 'vitest';
import { createDraft, isEdited, withChanges, type Draft } from '#web/forms/draft.ts';
import { afterSaving, differences, rebase, sharedRecord } from '#web/forms/shared-record.ts';

interface Form {
  readonly name: string;
  readonly hub: string;
  readonly active: boolean;
  readonly tags: readonly string[];
}
const saved: Form = { name: 'Ada', hub: 'One', active: true, tags: ['a'] };
const typing = (typed: Partial<Form>): Draft<Form> => withChanges(createDraft(saved, 1), typed);

describe('a form on a record that others change', () => {
  it('a form counts as edited only while a value differs from the record', () => {
    expect(isEdited(typing({}))).toBe(false);
    expect(isEdited(typing({ name: 'Grace' }))).toBe(true);
    expect(isEdited(withChanges(typing({ name: 'Grace' }), { name: 'Ada' }))).toBe(false);
  });

  it('compares lists by content, since each answer brings new lists', () => {
    expect(isEdited(typing({ tags: ['a'] }))).toBe(false);
    expect(differences(typing({ tags: ['b'] }), { ...saved, tags: ['c'] })).toEqual([
      { field: 'tags', was: ['a'], is: ['c'], isDisputed: true },
    ]);
  });

  it('shows the changes of others and marks fields that both changed', () => {
    expect(differences(typing({ name: 'Grace' }), { ...saved, name: 'Maya', hub: 'Two' })).toEqual([
      { field: 'name', was: 'Ada', is: 'Maya', isDisputed: true },
      { field: 'hub', was: 'One', is: 'Two', isDisputed: false },
    ]);
    expect(differences(typing({ name: 'Maya' }), { ...saved, name: 'Maya' })[0]?.isDisputed).toBe(false);
  });

  it.each([
    ['mine', 'Grace'],
    ['theirs', 'Maya'],
  ] as const)(
    'a rebase keeps %s in fields that both changed, and all other changes of both',
    (whose, name) => {
      const next = rebase(
        typing({ name: 'Grace', active: false }),
        { ...saved, name: 'Maya', hub: 'Two' },
        2,
        whose,
      );
      expect(next).toEqual({
        version: 2,
        base: { ...saved, name: 'Maya', hub: 'Two' },
        typed: { ...saved, name, hub: 'Two', active: false },
      });
    },
  );

  it('after a save the form holds the saved record and keeps later input', () => {
    const sent = typing({ name: ' Grace ' });
    const meanwhile = withChanges(sent, { hub: 'Two' });
    expect(afterSaving(meanwhile, sent.typed, { ...saved, name: 'Grace' }, 2)).toEqual({
      version: 2,
      base: { ...saved, name: 'Grace' },
      typed: { ...saved, name: 'Grace', hub: 'Two' },
    });
  });

  const STALE = {
    ok: false,
    failure: { kind: 'refused', code: 'settings_changed', status: 409, message: '', fields: {} },
  } as const;

  it.each([
    { after: 'a change elsewhere', now: saved, version: 5, versions: [1, 5] },
    { after: 'a change of the record', now: { ...saved, hub: 'Two' }, version: 5, versions: [1] },
    { after: 'no change', now: saved, version: 1, versions: [1] },
  ])('a form whose version is stale is sent to versions $versions after $after', async (given) => {
    const client = new QueryClient();
    client.setQueryData(['record'], { record: given.now, version: given.version });
    const shared = sharedRecord<Form, { record: Form; version: number }>({
      record: saved,
      version: 1,
      recordOf: (view) => view,
      cached: { client, queryKey: ['record'] },
    });
    const versions: number[] = [];
    await shared.send(typing({ name: 'Grace' }), async (_typed, version) => {
      versions.push(version);
      return version === 1 ? STALE : undefined;
    });
    expect(versions).toEqual(given.versions);
  });
});
