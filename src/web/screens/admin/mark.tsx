import { goTo } from '#web/browser/navigation.ts';
import { CorrectionMark, type CorrectionMarkProps } from '#web/corrections/mark.tsx';
import { Button } from '#web/ui/button.tsx';

const toRequest: CorrectionMarkProps['actions'] = ({ id }, _onEdited, onDone) => (
  <Button
    size="small"
    className="self-start"
    onClick={() => {
      onDone();
      goTo(['monitoring', 'requests', 'request', id], {});
    }}
  >
    Open in Requests
  </Button>
);

/** What a correction touched, as an admin reads it: it leads to where they decide. */
export const Mark = (props: Pick<CorrectionMarkProps, 'touches' | 'zone'>) => (
  <CorrectionMark {...props} side="admin" actions={toRequest} />
);
