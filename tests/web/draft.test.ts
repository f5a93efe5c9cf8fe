import { describe, expect, it } from 'vitest';
import { createDraft, isEdited, withChanges, type Draft } from '#web/forms/draft.ts';
import { afterSaving, differences, rebase } from '#web/forms/shared-record.ts';

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
});
