import { Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { useAdminShellWords } from './admin.words.ts';

const StaffSearch = lazy(() =>
  import('../features/admin-search/search.tsx').then((module) => ({ default: module.StaffSearch })),
);

/** Everything of the staff's is found from here, by a press or by Ctrl-K (on a Mac, Command-K). */
export function SearchButton() {
  const words = useAdminShellWords();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      setIsOpen(true);
    };
    document.addEventListener('keydown', open);
    return () => document.removeEventListener('keydown', open);
  }, []);
  return (
    <>
      <Button
        tone="quiet"
        size="medium"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setIsOpen(true)}
      >
        <Search aria-hidden="true" className="size-5" />
        <span className="max-md:sr-only">{words.find}</span>
        <kbd aria-hidden="true" className="text-caption text-ink-3 tabular max-md:hidden">
          Ctrl K
        </kbd>
      </Button>
      {isOpen ? (
        <Suspense>
          <StaffSearch onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
