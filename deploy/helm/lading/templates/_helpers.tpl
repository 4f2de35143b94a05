{{- define "lading.name" -}}
{{- if contains "lading" .Release.Name -}}
{{- .Release.Name | trunc 52 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-lading" .Release.Name | trunc 52 | trimSuffix "-" -}}
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
{{- if and .Values.ingress.enabled (not .Values.ingress.host) -}}
{{- fail "Set ingress.host." -}}
{{- end -}}
{{- end -}}
