export const ProgressBar = ({ label, percent, text }: { label: string; percent: number; text?: string }) => {
  const shown = Math.max(0, Math.min(100, percent));
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(shown)}
      aria-valuetext={text}
      className="h-2 overflow-hidden rounded-full bg-line forced-colors:border forced-colors:h-2.5"
    >
      <div
        className="h-full rounded-full bg-accent transition-[translate] duration-200 forced-colors:bg-[Highlight] forced-colors:forced-color-adjust-none"
        // Unlike `width`, `translate` causes no layout.
        style={{ translate: `${shown - 100}%` }}
      />
    </div>
  );
};
