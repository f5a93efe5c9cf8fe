/** The address a clock-in came from, where the look-up told another one, or none. */
export const ServerSaw = ({
  entry: { ipAddress, seenAddress },
}: {
  entry: { readonly ipAddress: string; readonly seenAddress?: string | undefined };
}) =>
  seenAddress !== undefined &&
  seenAddress !== ipAddress && (
    <span className="text-xs leading-5 wrap-anywhere text-muted">Server saw {seenAddress}</span>
  );
