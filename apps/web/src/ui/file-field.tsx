import { FileText } from 'lucide-react';
import { useId, type ChangeEvent, type Ref } from 'react';
import { FieldError } from './field.tsx';

interface FileFieldProps {
  readonly label: string;
  readonly hint: string;
  /** The text in the frame while there is no file. */
  readonly chooseLabel: string;
  /** Media types, as the server takes them. */
  readonly accept: readonly string[];
  readonly file: File | undefined;
  readonly error: string | undefined;
  readonly onFile: (file: File | undefined) => void;
  readonly ref?: Ref<HTMLInputElement>;
}

/** One document: the whole frame opens the device's own chooser, which on a phone offers camera and files. */
export function FileField(props: FileFieldProps) {
  const { label, hint, chooseLabel, accept, file, error, onFile, ref } = props;
  const id = useId();
  const described = `${id}-hint${error ? ` ${id}-error` : ''}`;
  return (
    <div className="flex flex-col gap-1.5">
      <span id={`${id}-label`} className="text-small font-medium">
        {label}
      </span>
      <label
        htmlFor={id}
        className="flex min-h-13 cursor-pointer items-center gap-3 rounded-button border border-dashed border-line-strong bg-surface px-4 py-3 hover:bg-sunken has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand"
      >
        <FileText aria-hidden="true" className="size-5 shrink-0 text-ink-2" />
        <span className="min-w-0 flex-1 break-words">{file?.name ?? chooseLabel}</span>
        <input
          ref={ref}
          id={id}
          type="file"
          accept={accept.join(',')}
          aria-labelledby={`${id}-label`}
          aria-describedby={described}
          aria-invalid={error ? true : undefined}
          className="sr-only"
          onChange={(event: ChangeEvent<HTMLInputElement>) => onFile(event.currentTarget.files?.[0])}
        />
      </label>
      {error ? <FieldError id={`${id}-error`}>{error}</FieldError> : null}
      <p id={`${id}-hint`} className="text-small text-ink-3">
        {hint}
      </p>
    </div>
  );
}
