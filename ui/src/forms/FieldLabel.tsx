/** The label of a field. A star marks a required one; screen readers get that from the field. */
export function FieldLabel(props: { htmlFor: string; text: string; required: boolean | undefined }) {
  return (
    <div className="ld-field__label">
      <label htmlFor={props.htmlFor}>
        {props.text}
        {props.required && (
          <span className="ld-field__required" aria-hidden="true">
            {' *'}
          </span>
        )}
      </label>
    </div>
  );
}
