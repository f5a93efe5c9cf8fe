import { Check } from 'lucide-react';
import { classes } from '#web/ui/classes.ts';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { STEPS, type Step } from './wizard.ts';

/** Which of the three steps this is, drawn, as a progress bar and in words. */
export const StepIndicator = ({ step }: { step: Step }) => (
  <div>
    <ol className="mb-3 flex justify-between gap-2">
      {STEPS.map((name, at) => (
        <li
          key={name}
          aria-current={at === step ? 'step' : undefined}
          className={classes(
            'flex items-center gap-2 text-sm max-[359px]:flex-col max-[359px]:gap-1',
            at === step ? 'font-semibold text-accent' : 'text-muted',
          )}
        >
          <span
            className={classes(
              'grid size-6 place-items-center rounded-full border text-xs font-semibold',
              at < step
                ? 'border-accent bg-accent text-on-fill'
                : at === step
                  ? 'border-accent bg-accent-soft forced-colors:bg-[Highlight] forced-colors:text-[HighlightText] forced-colors:forced-color-adjust-none'
                  : 'border-control',
            )}
          >
            {at < step ? <Check aria-hidden size={14} /> : at + 1}
          </span>
          {name}
          {at < step && <span className="sr-only"> (done)</span>}
        </li>
      ))}
    </ol>
    <ProgressBar
      label="Registration progress"
      percent={((step + 1) / STEPS.length) * 100}
      text={`Step ${step + 1} of ${STEPS.length}`}
    />
    <p className="mt-2 text-sm text-muted">
      Step {step + 1} of {STEPS.length}
    </p>
  </div>
);
