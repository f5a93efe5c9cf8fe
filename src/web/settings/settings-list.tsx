/** Shows all sections in a list, and the chosen section beside it. On a phone each section is a page. */
import { say, type PlainKey } from '#texts/say';
import { ChevronLeft, ChevronRight, Circle, CircleCheck } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { closeTo, goTo, usePlace } from '#web/browser/navigation.ts';
import { fragmentOf } from '#web/browser/place.ts';
import { Button } from '#web/ui/button.tsx';
import { classes } from '#web/ui/classes.ts';
import { Skeleton, Skeletons } from '#web/ui/skeleton.tsx';
import { usePhone } from '#web/ui/use-phone.ts';
import { sectionOf, SETTINGS_SECTIONS, type Section, type SectionName } from './section-table.tsx';

export interface Summary {
  readonly text: string;
  readonly needsAttention?: boolean;
}

export type Summaries = Readonly<Partial<Record<SectionName, Summary | undefined>>>;

export const LIST_CLASS = 'grid items-start gap-x-8 gap-y-4 pt-4 sm:grid-cols-[13rem_minmax(0,1fr)]';

interface SectionListProps {
  label: string;
  sections: readonly Section[];
  chosen: SectionName | undefined;
  pathTo: (name: SectionName) => readonly string[];
  /** A section without summary waits for its data. */
  summaries: Summaries;
  done?: ReadonlySet<string>;
  className?: string;
}

export const SectionList = (props: SectionListProps) => (
  <nav aria-label={props.label} className={classes('min-w-0 sm:sticky sm:top-16', props.className)}>
    <ul className="max-sm:divide-y max-sm:divide-line max-sm:rounded-lg max-sm:border max-sm:border-line max-sm:bg-surface sm:grid sm:grid-cols-1 sm:gap-px">
      {props.sections.map((section) => (
        <SectionLink key={section.name} section={section} {...props} />
      ))}
    </ul>
  </nav>
);

function SectionLink({ section, chosen, pathTo, summaries, done }: SectionListProps & { section: Section }) {
  const { name, title } = section;
  const path = pathTo(name);
  const summary = summaries[name];
  const isChosen = name === chosen;
  const isDone = done?.has(name) === true;
  const Icon = done ? (isDone ? CircleCheck : Circle) : section.icon;
  return (
    <li className={classes(!done && 'startsGroup' in section && 'sm:mt-3')}>
      <a
        href={`#${fragmentOf({ path, params: {} })}`}
        aria-current={isChosen ? 'page' : undefined}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          goTo(path, {});
        }}
        className={classes(
          'flex min-h-11 items-center gap-3 rounded-md px-3 py-1 max-sm:min-h-15',
          isChosen ? 'bg-accent-soft forced-colors:outline-2' : 'hover:bg-sunken',
        )}
      >
        <Icon
          size={18}
          className={classes('shrink-0', isDone ? 'text-success' : isChosen ? 'text-accent' : 'text-muted')}
        />
        <span className="min-w-0 grow text-sm">
          <span className="block font-semibold">
            {say(title)}
            {isDone && <span className="sr-only"> {say('settings.stepDone')}</span>}
          </span>
          <span className="block min-h-4 truncate text-xs text-muted">
            {summary ? (
              <span className={classes(summary.needsAttention && 'font-semibold text-warning')}>
                {summary.text}
              </span>
            ) : (
              <Skeleton className="mt-1 h-2.5 w-24" />
            )}
          </span>
        </span>
        <ChevronRight size={18} className="shrink-0 text-muted sm:hidden" />
      </a>
    </li>
  );
}

const pathTo = (name: SectionName) => ['settings', name];

interface SettingsFrameProps {
  summaries: Summaries;
  children: (section: Section) => ReactNode;
}

export function SettingsFrame({ summaries, children }: SettingsFrameProps) {
  const named = usePlace(({ path }) => sectionOf(path[1])?.name);
  const isPhone = usePhone();
  const chosen = sectionOf(named) ?? (isPhone ? undefined : SETTINGS_SECTIONS[0]);
  const frame = useRef<HTMLDivElement>(null);
  const before = useRef<SectionName>(undefined);
  useEffect(() => {
    // On a phone the list or the section is hidden, and with it the focus.
    if (isPhone && before.current !== named) {
      const place = named === undefined ? `[href="#settings/${before.current}"]` : 'button';
      frame.current?.querySelector<HTMLElement>(place)?.focus();
      if (named !== undefined) scrollTo(0, 0);
    }
    before.current = named;
  }, [named, isPhone]);
  return (
    <div ref={frame} className={LIST_CLASS}>
      {chosen && (
        <Button
          look="quiet"
          aria-label={say('settings.back')}
          className="-ms-3 justify-self-start sm:hidden"
          icon={<ChevronLeft size={20} />}
          onClick={() => closeTo(['settings'])}
        >
          {say('find.settings')}
        </Button>
      )}
      <SectionList
        label={say('find.settings')}
        sections={SETTINGS_SECTIONS}
        chosen={chosen?.name}
        pathTo={pathTo}
        summaries={summaries}
        className={classes(chosen && 'max-sm:hidden')}
      />
      {chosen && <div className="grid min-w-0 gap-4">{children(chosen)}</div>}
    </div>
  );
}

const CARDS: Readonly<Partial<Record<SectionName, readonly PlainKey[]>>> = {
  hours: ['settings.workPeriod', 'settings.breaks', 'settings.tracking', 'settings.thresholds'],
};

/** Cards with their titles, until their content is loaded. */
export const SectionSkeleton = ({ name, title }: Pick<Section, 'name' | 'title'>) => (
  <div aria-busy className={classes('grid gap-4', CARDS[name] && 'xl:grid-cols-2')}>
    {(CARDS[name] ?? [title]).map((card) => (
      <Skeleton key={card} className="h-48 p-4 sm:p-6">
        {say(card)}
        <span className="mt-4 grid gap-4">
          <Skeletons count={3} className="h-6 odd:w-3/5" />
        </span>
      </Skeleton>
    ))}
  </div>
);

export const SettingsSkeleton = () => <SettingsFrame summaries={{}}>{SectionSkeleton}</SettingsFrame>;
