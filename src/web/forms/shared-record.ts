/** Forms on a record that others change too. A module of its own, so that the login page loads no code of it. */
import { say } from '#texts/say';
import type { QueryClient } from '@tanstack/react-query';
import type { ProblemCode } from '#contract/problems';
import { createDraft, isEdited, isSameValue, type Draft, type FieldName, type SendResult } from './draft.ts';

export type Difference<Form extends object> = ReturnType<typeof differences<Form>>[number];

const fieldsOf = <Form extends object>(form: Form) => Object.keys(form) as FieldName<Form>[];

export const differences = <Form extends object>({ base, typed }: Draft<Form>, saved: Form) =>
  fieldsOf(base)
    .filter((field) => !isSameValue(saved[field], base[field]))
    .map((field) => ({
      field,
      was: base[field] as unknown,
      is: saved[field] as unknown,
      /** True if this user also edited the field, but to another value than the saved one. */
      isDisputed: !isSameValue(typed[field], base[field]) && !isSameValue(typed[field], saved[field]),
    }));

/** A value in words. */
export function valueText(value: unknown): string {
  if (typeof value === 'boolean') return value ? say('value.on') : say('value.off');
  return value === '' ? say('value.empty') : String(value);
}

interface Line {
  readonly id?: string;
  readonly day?: string;
  readonly name: string;
}
const keyOf = ({ id, day }: Line) => id ?? day;

/** 'Studios: added Workshop, removed Atelier'. */
function listChangesText(label: string, base: readonly Line[], typed: readonly Line[]): string {
  const without = (lines: readonly Line[], others: readonly Line[]) =>
    lines.filter((line) => line.name.trim() !== '' && !others.some((other) => keyOf(other) === keyOf(line)));
  const changed = typed.filter((line) =>
    base.some((other) => keyOf(other) === keyOf(line) && !isSameValue(other, line)),
  );
  const groups = [
    ['change.added', without(typed, base)],
    ['change.removed', without(base, typed)],
    ['change.changed', changed],
  ] as const;
  const texts = groups
    .filter(([, lines]) => lines.length > 0)
    .map(([key, lines]) => {
      const names = lines.map(({ name }) => name).join(', ');
      return say(key, { lines: lines.length > 3 ? lines.length : names });
    });
  return say('change.ofList', { field: label, changes: texts.join(', ') });
}

/** 'Late Threshold: 5 → 10. Kinds of leave: added Study.' */
export function changesText<Form extends object>(
  { base, typed }: Draft<Form>,
  labels: Readonly<Record<FieldName<Form>, string>>,
  textOf: (value: unknown, field: FieldName<Form>) => string | undefined = () => undefined,
): string {
  const texts = fieldsOf(base)
    .filter((field) => !isSameValue(base[field], typed[field]))
    .map((field) => {
      const [was, is] = [base[field] as unknown, typed[field] as unknown];
      if (Array.isArray(was)) return listChangesText(labels[field], was as Line[], is as Line[]);
      return typeof was === 'object'
        ? say('change.ofField', { field: labels[field] })
        : say('change.fromTo', {
            field: labels[field],
            was: textOf(was, field) ?? valueText(was),
            is: textOf(is, field) ?? valueText(is),
          });
    });
  return texts.map((text) => `${text}.`).join(' ');
}

/** Bases the draft on the saved record. Keeps text that was typed after sending. */
export function afterSaving<Form extends object>(
  { typed }: Draft<Form>,
  sent: Form,
  saved: Form,
  version: number,
): Draft<Form> {
  const merged = fieldsOf(saved).map((field) => [
    field,
    isSameValue(typed[field], sent[field]) ? saved[field] : typed[field],
  ]);
  return { version, base: saved, typed: Object.fromEntries(merged) as Form };
}

/** Bases the draft on the record `saved`, and keeps edits. `whose` decides the fields that both sides edited. */
export function rebase<Form extends object>(
  { base, typed }: Draft<Form>,
  saved: Form,
  version: number,
  whose: 'mine' | 'theirs',
): Draft<Form> {
  const merged = fieldsOf(base).map((field) => {
    const isMine =
      !isSameValue(typed[field], base[field]) && (whose === 'mine' || isSameValue(saved[field], base[field]));
    return [field, isMine ? typed[field] : saved[field]];
  });
  return { version, base: saved, typed: Object.fromEntries(merged) as Form };
}

const drafts = new WeakMap<QueryClient, Map<string, object>>();

/** Unsaved edits by name. */
export function keptDrafts(client: QueryClient): Map<string, object> {
  const kept = drafts.get(client) ?? new Map<string, object>();
  drafts.set(client, kept);
  return kept;
}

/** Names of the kept drafts that are edited. */
export const editedDrafts = (client: QueryClient): string[] =>
  [...keptDrafts(client)].filter(([, draft]) => isEdited(draft as Draft<object>)).map(([name]) => name);

const CONFLICTS: readonly ProblemCode[] = ['settings_changed', 'payroll_profiles_changed'];

const isStale = (sent: SendResult<unknown>): boolean =>
  sent !== undefined &&
  'ok' in sent &&
  !sent.ok &&
  sent.failure.kind === 'refused' &&
  CONFLICTS.includes(sent.failure.code);

interface SharedRecordOptions<Form extends object, Value> {
  readonly record: Form;
  readonly version: number;
  /** Finds the saved record in the server's response. */
  readonly recordOf: (value: Value) => { readonly record: Form; readonly version: number } | null;
  /** The query whose data the server's response replaces. It is fetched again when the version is stale. */
  readonly cached?: { readonly client: QueryClient; readonly queryKey: readonly string[] };
  /** Name under which the draft survives a visit to another tab. */
  readonly keptAs?: string;
}

export type SharedRecord<Form extends object, Value> = ReturnType<typeof sharedRecord<Form, Value>>;

export function sharedRecord<Form extends object, Value>({
  record,
  version,
  recordOf,
  cached,
  keptAs = '',
}: SharedRecordOptions<Form, Value>) {
  const kept = cached && keptAs ? keptDrafts(cached.client) : undefined;
  const reload = async () => {
    await cached?.client.refetchQueries({ queryKey: cached.queryKey });
    const now = cached?.client.getQueryData<Value>(cached.queryKey);
    return now === undefined ? null : recordOf(now);
  };
  return {
    start: () => (kept?.get(keptAs) as Draft<Form> | undefined) ?? createDraft(record, version),
    reset: () => createDraft(record, version),
    keep: (draft: Draft<Form>) => void kept?.set(keptAs, draft),
    /** Takes over a newer record, unless the user has edits and fields of the record changed: these are conflicts. */
    present: (draft: Draft<Form>): [Draft<Form>, readonly Difference<Form>[]] => {
      if (version <= draft.version) return [draft, []];
      const conflicts = differences(draft, record);
      return conflicts.length === 0 || !isEdited(draft)
        ? [rebase(draft, record, version, 'mine'), []]
        : [draft, conflicts];
    },
    resolve: (draft: Draft<Form>, whose: 'mine' | 'theirs') => rebase(draft, record, version, whose),
    /** The version also rises by changes elsewhere. If this form's record is unchanged, it is sent again. */
    send: async (
      draft: Draft<Form>,
      send: (typed: Form, version: number) => Promise<SendResult<Value>>,
    ): Promise<SendResult<Value>> => {
      for (let current = draft.version; ;) {
        const sent = await send(draft.typed, current);
        if (!cached || !isStale(sent)) return sent;
        const now = await reload();
        if (!now || now.version <= current || differences(draft, now.record).length > 0) return {};
        current = now.version;
      }
    },
    /** Returns the change of the draft after a save. */
    takeOver: (value: Value, sent: Form) => {
      cached?.client.setQueryData<Value>(cached.queryKey, value);
      const saved = recordOf(value);
      return (draft: Draft<Form>) => (saved ? afterSaving(draft, sent, saved.record, saved.version) : draft);
    },
  };
}
