import { useQueryClient } from '@tanstack/react-query';
import { type Answer, type Failure } from '#web/api.ts';
import { useDraftForm, type DraftFormOptions } from '#web/forms/use-draft-form.ts';
import type { SubmitFailure } from '#web/forms/use-submission.ts';
import { isSettingsConflict } from '#web/live/use-settings.ts';

export interface Versioned {
  readonly version: number;
}

export interface ViewFormOptions<View extends Versioned, Form extends object> extends Pick<
  DraftFormOptions<Form, string>,
  'initialDraft' | 'validate'
> {
  readonly queryKey: readonly string[];
  readonly view: View;
  readonly recordOf: (view: View) => Form;
  /** Saves the form. The server responds with the new view. */
  readonly save: (typed: Form, version: number) => Promise<Answer<View>>;
  readonly failureOf?: (failure: Failure, typed: Form) => SubmitFailure<string>;
  readonly onClose: () => void;
}

/** Form for one card of the settings. All cards share one version number. */
export function useViewForm<View extends Versioned, Form extends object>({
  queryKey,
  view,
  recordOf,
  save,
  failureOf,
  onClose,
  ...options
}: ViewFormOptions<View, Form>) {
  const client = useQueryClient();
  return useDraftForm<Form, string>({
    ...options,
    record: recordOf(view),
    version: view.version,
    send: async (typed, version) => {
      const answer = await save(typed, version);
      if (!answer.ok)
        return isSettingsConflict(answer.failure) ? 'stale' : (failureOf?.(answer.failure, typed) ?? answer);
      client.setQueryData<View>(queryKey, answer.value);
      onClose();
      return undefined;
    },
    // Saving another card also raises the version. If this card's data is unchanged, the form is sent again.
    reload: async () => {
      await client.refetchQueries({ queryKey });
      const now = client.getQueryData<View>(queryKey);
      return now ? { record: recordOf(now), version: now.version } : null;
    },
  });
}
