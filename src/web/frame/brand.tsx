import { PRODUCT_NAME } from '#web/product.ts';
import { useWorkplace } from '#web/session/workplace.ts';

/** A P whose bowl is a clock, its hands a tick: on time. As in favicon.svg; the name stands beside it. */
export const Mark = ({ size }: { size: number }) => (
  <svg aria-hidden width={size} height={size} viewBox="0 0 32 32" className="shrink-0">
    <rect width="32" height="32" rx="8" className="fill-accent" />
    <g className="fill-none stroke-on-fill" strokeLinecap="round" strokeLinejoin="round">
      <path strokeWidth="2.8" d="M9 26V13.4a8 8 0 1 1 8 8" />
      <path strokeWidth="2.5" d="M13.7 13.6l2.3 2.4 4.1-5" />
    </g>
  </svg>
);

/** 'Punctual', and whose it is where they have said so. */
export function ProductName() {
  const { name } = useWorkplace();
  return (
    <>
      {PRODUCT_NAME}
      {name !== '' && <span className="font-normal text-muted"> · {name}</span>}
    </>
  );
}

export const Brand = () => (
  <p className="flex items-center justify-center gap-2 text-lg font-semibold lg:justify-start">
    <Mark size={32} />
    <span className="min-w-0 truncate">
      <ProductName />
    </span>
  </p>
);
