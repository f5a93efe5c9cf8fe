import { useEffect } from 'react';
import { PRODUCT_NAME } from '#web/product.ts';
import { useWorkplace } from '#web/session/workplace.ts';

/** Of the view, and of what is opened over it. */
const titles: (string | undefined)[] = [];

/** Names the window while it is drawn; what is opened over a view (level 1), and a person over that, name it first. */
export function useTitle(title: string, level: 0 | 1 | 2 = 0): void {
  const { name } = useWorkplace();
  useEffect(() => {
    const show = (next: string | undefined) => {
      titles[level] = next;
      const parts = [titles.findLast((one) => one !== undefined), name, PRODUCT_NAME];
      document.title = parts.filter((part) => part !== undefined && part !== '').join(' - ');
    };
    show(title);
    return () => show(undefined);
  }, [title, level, name]);
}
