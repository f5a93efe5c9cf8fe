import { PRODUCT_NAME } from '#web/product.ts';

/** A clock's face; the name stands beside it. */
export const Mark = ({ size }: { size: number }) => (
  <svg aria-hidden width={size} height={size} viewBox="0 0 32 32" className="shrink-0">
    <rect width="32" height="32" rx="8" className="fill-accent" />
    <g className="fill-none stroke-white" strokeWidth="2.5" strokeLinecap="round" strokeLinejoin="round">
      <circle cx="16" cy="16" r="9" />
      <path d="M16 10.5V16l3.6 2.4" />
    </g>
  </svg>
);

export const Brand = () => (
  <p className="flex items-center justify-center gap-2 text-lg font-semibold lg:justify-start">
    <Mark size={32} />
    {PRODUCT_NAME}
  </p>
);
