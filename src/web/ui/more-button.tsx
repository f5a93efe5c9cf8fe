import { ChevronDown } from 'lucide-react';
import { Button } from './button.tsx';

interface MoreButtonProps {
  query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    fetchNextPage(): Promise<unknown>;
  };
  label: string;
  onPress?: () => void;
}

export const MoreButton = ({ query, label, onPress }: MoreButtonProps) =>
  query.hasNextPage && (
    <div className="border-t border-line p-2 text-center">
      <Button
        size="small"
        icon={<ChevronDown size={16} />}
        isBusy={query.isFetchingNextPage}
        onClick={() => {
          onPress?.();
          void query.fetchNextPage();
        }}
      >
        {label}
      </Button>
    </div>
  );
