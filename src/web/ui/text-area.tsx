import { useLayoutEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import { classes } from './classes.ts';
import { CONTROL_CLASS, FieldFrame, type FieldFrameProps } from './field.tsx';

type AreaProps = FieldFrameProps &
  Omit<ComponentProps<'textarea'>, 'id' | 'onChange'> & {
    onChange: (text: string) => void;
    aside?: ReactNode;
    isFixed?: boolean;
  };

/** Grows from one line to six, unless `isFixed`. */
export function TextArea({
  label,
  error,
  hint,
  aside,
  isFixed = false,
  onChange,
  className,
  ...rest
}: AreaProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (area.current && !isFixed && !CSS.supports('field-sizing', 'content')) growToContent(area.current);
  }, [rest.value, isFixed]);
  return (
    <FieldFrame label={label} error={error} hint={hint} aside={aside}>
      {(tied) => (
        <textarea
          {...rest}
          {...tied}
          ref={area}
          rows={1}
          onChange={(event) => onChange(event.target.value)}
          className={classes(
            CONTROL_CLASS,
            'resize-none py-2.5',
            !isFixed && 'field-sizing-content max-h-40 min-h-11',
            className,
          )}
        />
      )}
    </FieldFrame>
  );
}

function growToContent(area: HTMLTextAreaElement): void {
  area.style.height = 'auto';
  const borders = area.offsetHeight - area.clientHeight;
  area.style.height = `${area.scrollHeight + borders}px`;
}
