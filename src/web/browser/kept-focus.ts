/**
 * Whoever works by keyboard goes on where they were: when what had the focus is taken off the screen, the browser would
 * begin at the top of the page.
 */

/**
 * The focus goes to the nearest part around what vanished: its card, or all of the screen.
 * @returns ends it
 */
export function watchFocus(): () => void {
  let around: Element[] = [];
  const remember = ({ target }: FocusEvent) => {
    around = [];
    for (let at = target instanceof Element ? target : null; at; at = at.parentElement) around.push(at);
  };
  addEventListener('focusin', remember);
  const observer = new MutationObserver(() => {
    const [lost] = around;
    if (document.activeElement !== document.body || !lost || lost.isConnected) return;
    const part = around.find((at) => at.isConnected && at.matches('section, main'));
    around = [];
    if (!(part instanceof HTMLElement)) return;
    part.tabIndex = -1;
    part.focus({ preventScroll: true });
  });
  observer.observe(document, { childList: true, subtree: true });
  return () => {
    removeEventListener('focusin', remember);
    observer.disconnect();
  };
}
