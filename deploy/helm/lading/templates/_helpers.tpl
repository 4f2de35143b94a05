{{- define "lading.name" -}}
{{- if contains "lading" .Release.Name -}}
{{- .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-lading" .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- /* The claim of the volume of backups. Empty: none. */ -}}
{{- define "lading.backupClaim" -}}
{{- if .Values.backups.size -}}
{{- printf "%s-backups" (include "lading.name" .) -}}
{{- else -}}
{{- .Values.backups.existingClaim -}}
{{- end -}}
{{- end -}}

{{- define "lading.selector" -}}
app.kubernetes.io/name: lading
app.kubernetes.io/instance: {{ .Release.Name | quote }}
{{- end -}}

{{- define "lading.labels" -}}
{{ include "lading.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service | quote }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | quote }}
{{- end -}}

{{- define "lading.checkValues" -}}
{{- if gt (int .Values.replicaCount) 1 -}}
{{- if not .Values.database.existingSecret -}}
{{- fail "Several nodes share a database. Set database.existingSecret." -}}
{{- end -}}
{{- if not .Values.blobs.url -}}
{{- fail "Several nodes share an object store. Set blobs.url to s3://…" -}}
{{- end -}}
{{- if not .Values.secretsKey.existingSecret -}}
{{- fail "Several nodes share the key of the secrets. Set secretsKey.existingSecret." -}}
{{- end -}}
{{- end -}}
{{- if and .Values.backups.size .Values.backups.existingClaim -}}
{{- fail "Set backups.size for a new volume, or backups.existingClaim, not both." -}}
{{- end -}}
{{- if and .Values.backups.size (gt (int .Values.replicaCount) 1) (ne .Values.backups.accessMode "ReadWriteMany") -}}
{{- fail "Several nodes share the volume of backups. Set backups.accessMode to ReadWriteMany, or back up to a bucket." -}}
{{- end -}}
{{- /* Without access to the cluster, such as for "helm template", lookup returns nothing. */ -}}
{{- with .Values.backups.existingSecret -}}
{{- $secret := lookup "v1" "Secret" $.Release.Namespace . -}}
{{- $file := get (get $secret "data" | default dict) $.Values.backups.key | b64dec -}}
{{- if regexMatch `(?m)^\s*\[\s*default\s*\]` $file -}}
{{- fail (printf "The blobs would use the profile [default] of backups.existingSecret. Name the profile in the secret %s, such as [backups], and add profile=backups to the URL of the target." .) -}}
{{- end -}}
{{- end -}}
{{- if and .Values.ingress.enabled (not .Values.ingress.host) -}}
{{- fail "Set ingress.host." -}}
{{- end -}}
{{- end -}}
