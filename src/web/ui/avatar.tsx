/** Two letters in a circle; the name stands beside it, so it is decoration. */
export const Avatar = ({ letters }: { letters: string }) => (
  <span
    aria-hidden
    className="grid size-9 shrink-0 place-items-center rounded-full bg-accent-soft text-sm font-semibold text-accent-strong"
  >
    {letters}
  </span>
);
