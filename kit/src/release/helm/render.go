// Renders a Helm chart as Helm does, as far as the chart of Lading needs, and prints JSON: the
// values, and the resources of all templates.
//
//	go run render.go CHART [VALUES.json]
//
// The variable CLUSTER can contain existing resources: a JSON object by kind and name.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"gopkg.in/yaml.v3"
)

type values = map[string]interface{}

func main() {
	result, err := render(os.Args[1], os.Args[2:])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	json.NewEncoder(os.Stdout).Encode(result)
}

func render(chart string, files []string) (values, error) {
	defaults, own, about := values{}, values{}, values{}
	if err := read(filepath.Join(chart, "values.yaml"), &defaults); err != nil {
		return nil, err
	}
	if err := read(filepath.Join(chart, "Chart.yaml"), &about); err != nil {
		return nil, err
	}
	for _, file := range files {
		if err := read(file, &own); err != nil {
			return nil, err
		}
	}
	merged := merge(defaults, own)
	paths, err := filepath.Glob(filepath.Join(chart, "templates", "*"))
	if err != nil {
		return nil, err
	}
	data := values{
		"Values":  merged,
		"Chart":   values{"Name": about["name"], "Version": about["version"], "AppVersion": about["appVersion"]},
		"Release": values{"Name": "test", "Namespace": "default", "Service": "Helm"},
	}
	all, err := parse(paths)
	if err != nil {
		return nil, err
	}
	resources := []values{}
	notes := ""
	for _, path := range paths {
		text := bytes.Buffer{}
		if err := all.ExecuteTemplate(&text, filepath.Base(path), data); err != nil {
			return nil, err
		}
		if filepath.Ext(path) == ".txt" {
			notes = text.String()
		}
		if filepath.Ext(path) != ".yaml" {
			continue
		}
		found, err := documents(text.Bytes())
		if err != nil {
			return nil, fmt.Errorf("%s: %w\n%s", path, err, text.String())
		}
		resources = append(resources, found...)
	}
	return values{"values": merged, "resources": resources, "notes": notes}, nil
}

func parse(paths []string) (*template.Template, error) {
	all := template.New("chart").Option("missingkey=error")
	functions := sprig.TxtFuncMap()
	functions["include"] = func(name string, data interface{}) (string, error) {
		text := bytes.Buffer{}
		err := all.ExecuteTemplate(&text, name, data)
		return text.String(), err
	}
	functions["toYaml"] = func(value interface{}) (string, error) {
		text, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(text), "\n"), err
	}
	cluster := values{}
	if text := os.Getenv("CLUSTER"); text != "" {
		if err := json.Unmarshal([]byte(text), &cluster); err != nil {
			return nil, err
		}
	}
	functions["lookup"] = func(apiVersion, kind, namespace, name string) values {
		found, _ := cluster[kind+" "+name].(values)
		if found == nil {
			return values{}
		}
		return found
	}
	all.Funcs(functions)
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		if _, err := all.New(filepath.Base(path)).Parse(string(text)); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func documents(text []byte) ([]values, error) {
	found := []values{}
	for decoder := yaml.NewDecoder(bytes.NewReader(text)); ; {
		document := values{}
		if err := decoder.Decode(&document); errors.Is(err, io.EOF) {
			return found, nil
		} else if err != nil {
			return nil, err
		}
		if len(document) > 0 {
			found = append(found, document)
		}
	}
}

func read(path string, into *values) error {
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	return yaml.Unmarshal(text, into)
}

func merge(defaults, own values) values {
	merged := values{}
	for key, value := range defaults {
		merged[key] = value
	}
	for key, value := range own {
		before, isMap := merged[key].(values)
		after, isAlsoMap := value.(values)
		if isMap && isAlsoMap {
			merged[key] = merge(before, after)
		} else {
			merged[key] = value
		}
	}
	return merged
}
